import type { ReactNode } from 'react'
import style from './insights-section.module.css'

export interface ShareRow {
  key: string | number
  name: ReactNode
  /** 0 to 1: how long its bar is. */
  share: number
  cells: ReactNode[]
}

/** A table whose rows are bars: seen as a chart, and read as a table. */
export const ShareTable = ({ caption, columns, rows }: { caption: string; columns: string[]; rows: ShareRow[] }) => (
  <table className={style.table}>
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, name, share, cells }) => (
        <tr key={key}>
          <th scope="row">
            {name}
            <span className={style.bar} aria-hidden="true">
              <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
            </span>
          </th>
          {cells.map((cell, at) => (
            <td key={columns[at + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
