import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import style from './link-to-copy.module.css'
import { CopyIcon } from './screen-icons.tsx'
import { useLinkToCopy } from './use-link-to-copy.ts'

interface Props {
  url: string
  /** Of the field. */
  label: string
  what?: 'Link' | 'Key' | 'Secret'
  /** More buttons beside Copy. */
  children?: ReactNode
}

/** A link or a secret in a field, with the button that copies it. */
export function LinkToCopy({ url, label, what = 'Link', children }: Props) {
  const { field, copy } = useLinkToCopy(url, what)
  return (
    <div className={style.link}>
      <input {...field} className={style.field} data-what={what} aria-label={label} />
      <Button look="outlined" onClick={copy}>
        <CopyIcon /> Copy {what.toLowerCase()}
      </Button>
      {children}
    </div>
  )
}
