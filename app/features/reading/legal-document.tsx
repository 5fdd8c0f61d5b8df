import type { ReactNode } from 'react'
import type { LegalPage } from '../../content/types.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { Page } from '../../ui/page.tsx'
import style from './legal-document.module.css'
import { RichText } from './rich-text.tsx'
import { TableOfContents } from './table-of-contents.tsx'

interface Props {
  document: LegalPage
  breadcrumb: string
  /** The buttons at the end. */
  children: ReactNode
}

export const LegalDocument = ({ document, breadcrumb, children }: Props) => (
  <Page>
    <div className={style.head}>
      <Breadcrumbs here={breadcrumb} />
      <h1>{document.title}</h1>
      <p className={style.updated}>Last updated: {document.lastUpdated}</p>
    </div>
    <div className={style.columns}>
      <TableOfContents sections={document.sections} />
      <div className={style.sections}>
        {document.sections.map((section, index) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className={style.section}>
            <h2 id={`${section.id}-title`} className={style.title}>
              <span className={style.number}>{index + 1}.</span> {section.title}
            </h2>
            <RichText blocks={section.blocks} />
          </section>
        ))}
        <div className={style.end}>{children}</div>
      </div>
    </div>
  </Page>
)
