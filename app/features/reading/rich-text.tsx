// Renders the texts of app/content: sentences with links, lists and tables.
import { Fragment } from 'react'
import { Link } from 'react-router'
import { saidWith, type Block, type Link as TextLink, type Table, type Text } from '../../content/types.ts'
import { useSettings } from '../../lib/settings.ts'
import style from './rich-text.module.css'

export const InlineLink = ({ text, to }: TextLink) =>
  to.startsWith('/') ? (
    <Link to={to} className={style.link}>
      {text}
    </Link>
  ) : (
    <a href={to} className={style.link} rel={to.startsWith('http') ? 'noreferrer' : undefined}>
      {text}
    </a>
  )

export function Sentence({ text }: { text: Text }) {
  const { features, takesPayments } = useSettings()
  // Where nothing can be paid, paid events are as far away as without the feature.
  const enabled = takesPayments ? features : features.filter((name) => name !== 'paid-events')
  return saidWith(enabled, text).map((piece, index) => (
    <Fragment key={index}>{typeof piece === 'string' ? piece : <InlineLink {...piece} />}</Fragment>
  ))
}

// The roles are said aloud because narrow screens show each row as a card, and a table that is no table in the style
// sheet is none to a screen reader either.
const TextTable = ({ caption, head, rows }: Table) => (
  <table role="table" className={style.table}>
    <caption>{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {head.map((title) => (
          <th key={title} role="columnheader" scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={row[0]} role="row">
          {row.map((cell, column) => (
            <td key={head[column]} role="cell" data-title={head[column]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function TextBlock({ block }: { block: Block }) {
  if (block.kind === 'table') return <TextTable {...block} />
  if (block.kind === 'paragraph')
    return (
      <p>
        <Sentence text={block.text} />
      </p>
    )
  return (
    <ul>
      {block.items.map((item, index) => (
        <li key={index}>
          <Sentence text={item} />
        </li>
      ))}
    </ul>
  )
}

export const RichText = ({ blocks }: { blocks: Block[] }) => (
  <div className={style.text}>
    {blocks.map((block, index) => (
      <TextBlock key={index} block={block} />
    ))}
  </div>
)
