import type { ReactNode } from 'react'
import type { LegalPage } from '../../content/types.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import style from './legal-document.module.css'
import { useOwnPage } from './own-page.tsx'
import { RichText } from './rich-text.tsx'
import { TableOfContents } from './table-of-contents.tsx'

interface Props {
  /** Of the file in DATA_DIR/site that takes its place. */
  name: string
  /** Ours, where there is one. */
  document?: LegalPage | null
  breadcrumb: string
  /** The buttons at the end. */
  children?: ReactNode
}

export function LegalDocument({ name, document: ours = null, breadcrumb, children }: Props) {
  const { page, holder } = useOwnPage(name, ours)
  if (!page) return <Spinner />
  return (
    <Page>
      <div className={style.head}>
        <Breadcrumbs here={breadcrumb} />
        <h1>{page.title}</h1>
        <p className={style.updated}>Last updated: {page.lastUpdated}</p>
      </div>
      <div className={style.columns}>
        <TableOfContents sections={page.sections} />
        <div className={style.sections}>
          {page.sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className={style.section}>
              <h2 id={`${section.id}-title`} className={style.title}>
                <span className={style.number}>{index + 1}.</span> {section.title}
              </h2>
              <RichText blocks={section.blocks} />
            </section>
          ))}
          <div className={style.end}>
            {children}
            {name !== 'accessibility' && (
              <ButtonLink to="/accessibility" look="outlined">
                Accessibility
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
      {holder}
    </Page>
  )
}
