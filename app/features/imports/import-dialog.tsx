// Guests from another system in three steps: choose the file, see what each column is, see what becomes of the rows.
import { useState, type ReactNode } from 'react'
import type { CallReply } from '../../../contract/endpoint.ts'
import { IMPORT_SOURCES, type importGuests, type ImportSource } from '../../../contract/imports.ts'
import { IMPORT } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { WithProof } from '../proof/slot.tsx'
import { findColumns, findSource, toRows, type Columns, type Field } from './columns.ts'
import { FIELD_NAMES, guestCount, importGuests as heading, leftOut, placeCount, SOURCE_NAMES } from './import-words.ts'
import { readTable, UnreadableFile, type Table } from './read-file.ts'
import style from './imports.module.css'
import field from '../../ui/text-field.module.css'
import * as words from './dialog-words.tsx'

const SHOWN = 3
const ALWAYS_SHOWN: Field[] = ['name', 'email', 'code', 'status']

type Checked = CallReply<typeof importGuests>

interface Chosen {
  table: Table
  source: ImportSource
  columns: Columns
}

interface SelectProps {
  label: string
  value: string
  options: [string, string][]
  onChange: (value: string) => void
}

const Select = ({ label, value, options, onChange }: SelectProps) => (
  <LabelledField label={label}>
    {(control) => (
      <select {...control} className={field.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    )}
  </LabelledField>
)

/** Always shown, whatever was recognised: which column is what, and the first rows as they will be read. */
function ColumnsStep({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { table, source, columns } = chosen
  const first = toRows({ ...table, rows: table.rows.slice(0, SHOWN) }, columns)
  const heads: [string, string][] = table.heads.map((head, at) => [String(at), head || words.columnNumber(at + 1)])
  const set = (name: Field, value: string) =>
    onChange({ ...chosen, columns: { ...columns, [name]: value === '' ? null : Number(value) } })
  const fields = Object.keys(FIELD_NAMES) as Field[]
  // What was recognised, not what is chosen: a field must not jump away from under a finger.
  const recognised = findColumns(table, source)
  const isShown = (name: Field) => ALWAYS_SHOWN.includes(name) || recognised[name] !== null
  const choice = (name: Field) => (
    <Select
      key={name}
      label={FIELD_NAMES[name]}
      value={columns[name] === null ? '' : String(columns[name])}
      options={[['', words.notInFile], ...heads]}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <>
      <Select
        label={words.whereFrom}
        value={source}
        options={IMPORT_SOURCES.map((name) => [name, SOURCE_NAMES[name]])}
        onChange={(value) =>
          onChange({ table, source: value as ImportSource, columns: findColumns(table, value as ImportSource) })
        }
      />
      <div className={style.rows} tabIndex={0} role="region" aria-label={words.firstRows}>
        <table>
          <thead>
            <tr>
              {['Name', 'Email', 'Tickets', 'Code', 'Status'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((row, at) => (
              <tr key={at}>
                <td>{row.name}</td>
                <td>{row.email}</td>
                <td>{String(row.seats ?? 1)}</td>
                <td>{row.code}</td>
                <td>{row.status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={style.columns}>{fields.filter(isShown).map(choice)}</div>
      <details>
        <summary>{words.moreColumns}</summary>
        <div className={style.columns}>{fields.filter((name) => !isShown(name)).map(choice)}</div>
      </details>
    </>
  )
}

interface CheckProps {
  checked: Checked
  numbers: number[]
  withBooked: boolean
  onWithBooked: (isOn: boolean) => void
}

function CheckStep({ checked, numbers, withBooked, onWithBooked }: CheckProps) {
  const others = leftOut(checked.rows, numbers)
  const hasBooked = withBooked || others.some(({ state }) => state === 'booked')
  return (
    <>
      <p>
        {words.willBeAdded(
          <strong>{guestCount(checked.guests)}</strong>,
          placeCount(checked.seats),
          checked.open.toLocaleString('en'),
        )}
      </p>
      {others.length > 0 && (
        <>
          <p>{words.leftOutHeading}</p>
          <ul className={style.counts}>
            {others.map(({ state, text }) => (
              <li key={state}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {checked.rows.includes('no-seat') && <p>{words.raiseCapacity}</p>}
      {hasBooked && (
        <Switch
          label={words.addThemToo}
          description={words.aboutAddThem}
          checked={withBooked}
          onChange={onWithBooked}
        />
      )}
    </>
  )
}

interface Props {
  eventId: number
  withProof: WithProof['withProof']
  onClose: () => void
  onDone: (success: string) => void
}

/** For those who hear the screen: each step starts with its name. */
const focusOn = (element: HTMLElement | null) => element?.focus()

export default function ImportDialog({ eventId, withProof, onClose, onDone }: Props) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [withBooked, setWithBooked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
    } catch (error) {
      setProblem(error instanceof UnreadableFile ? error.message : failureSentence(error, words.guestsNotImported))
    }
    setBusy(false)
  }

  const choose = (file: File | undefined) =>
    attempt(async () => {
      if (!file) return
      const table = await readTable(file)
      if (table.rows.length > IMPORT.rows) throw new UnreadableFile(words.tooManyRows(IMPORT.rows.toLocaleString('en')))
      const source = findSource(table)
      setChosen({ table, source, columns: findColumns(table, source) })
    })

  const send = async ({ table, source, columns }: Chosen, dryRun: boolean, booked: boolean) => {
    const { imports } = await loadApi()
    const body = { source, rows: toRows(table, columns), dryRun, withBooked: booked }
    return withProof(() => imports.guests({ params: { eventId }, body }), 'import')
  }

  const check = (of: Chosen, booked: boolean) =>
    attempt(async () => {
      setWithBooked(booked)
      setChecked(await send(of, true, booked))
    })

  const carryOut = (of: Chosen) =>
    attempt(async () => {
      const { guests } = await send(of, false, withBooked)
      onDone(words.importedCount(guestCount(guests)))
    })

  const step = (number: number, title: string, children: ReactNode, acts: ReactNode) => (
    <Dialog open onClose={onClose} title={heading} locked={isBusy}>
      <div className="stack column gap-16">
        <p key={number} ref={focusOn} tabIndex={-1} className={style.step}>
          {words.stepOf(number, title)}
        </p>
        {children}
        <FormMessage problem={problem} />
        {acts}
      </div>
    </Dialog>
  )

  if (!chosen)
    return step(
      1,
      'choose the file',
      <>
        <p>{words.aboutGuestFiles}</p>
        <LabelledField label="File">
          {(control) => (
            <input
              {...control}
              type="file"
              className={style.file}
              accept=".csv,.tsv,.txt,.xls,.xlsx,.zip,text/csv"
              disabled={isBusy}
              onChange={(event) => void choose(event.target.files?.[0])}
            />
          )}
        </LabelledField>
      </>,
      null,
    )
  if (!checked)
    return step(
      2,
      'check the columns',
      <ColumnsStep chosen={chosen} onChange={setChosen} />,
      <DialogActs
        act="Next"
        onAct={() => void check(chosen, withBooked)}
        close={words.anotherFile}
        isBusy={isBusy}
        onClose={() => setChosen(null)}
      />,
    )
  return step(
    3,
    'import',
    <CheckStep
      checked={checked}
      numbers={chosen.table.numbers}
      withBooked={withBooked}
      onWithBooked={(isOn) => void check(chosen, isOn)}
    />,
    <DialogActs
      act={checked.guests > 0 ? words.importCount(guestCount(checked.guests)) : 'Close'}
      onAct={checked.guests > 0 ? () => void carryOut(chosen) : onClose}
      close="Back"
      isBusy={isBusy}
      onClose={() => setChecked(null)}
    />,
  )
}
