import type { ReactNode } from 'react'
import { CodeForm } from './code-form.tsx'
import { Conflicts } from './conflicts.tsx'
import type { Door } from './door.ts'
import type { DoorView } from './door-view.ts'
import { Recent } from './recent.tsx'
import { Scanner } from './scanner.tsx'
import { Search } from './search.tsx'
import { StatusBar } from './status-bar.tsx'
import { useDoorView, useRounds, useSignals, useWakeLock, useWarningBeforeClosing, useWedge } from './use-door.ts'
import { VerdictCard } from './verdict-card.tsx'
import { WalkIn } from './walk-in.tsx'
import style from './door-app.module.css'

const Sentence = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <main className={style.sentence}>
    <h1>{heading}</h1>
    <p>{children}</p>
  </main>
)

function Open({ door, view }: { door: Door; view: DoorView & { state: NonNullable<DoorView['state']> } }) {
  const { state, shown, seatsLeft } = view
  const { timeZone } = state.event
  return (
    <div className={style.door}>
      <StatusBar view={view} />
      <main className={style.main}>
        <div className={style.stage}>
          <Scanner door={door} />
          {shown && <VerdictCard door={door} shown={shown} timeZone={timeZone} />}
        </div>
        <div className={style.tools}>
          <Conflicts conflicts={state.conflicts} timeZone={timeZone} />
          <CodeForm door={door} />
          {state.door.mayAdd && <Search door={door} />}
          {state.door.mayAdd && <WalkIn door={door} seatsLeft={seatsLeft} event={state.event} />}
          <details>
            <summary>Let in by this device</summary>
            <Recent door={door} view={view} />
          </details>
          <details>
            <summary>All doors</summary>
            <ul role="list">
              {state.doors.map(({ id, name, admitted }) => (
                <li key={id}>
                  {name}: {admitted}
                </li>
              ))}
            </ul>
          </details>
        </div>
      </main>
    </div>
  )
}

export function DoorApp({ door }: { door: Door }) {
  const view = useDoorView(door)
  useRounds(door)
  useWedge(door)
  useSignals(door)
  useWakeLock()
  useWarningBeforeClosing(view.unsent)
  const { phase, state } = view
  if (phase === 'starting') return null
  if (phase === 'erased')
    return (
      <Sentence heading="This door is closed">
        Its link has ended. We’ve erased the list and the key from this device.
      </Sentence>
    )
  if (phase === 'no-link')
    return (
      <Sentence heading="The door">
        Open the link your organiser made for you, or scan its QR code with this device.
      </Sentence>
    )
  if (!state)
    return <Sentence heading="Loading the list">The door needs a network once; after that it works offline.</Sentence>
  return <Open door={door} view={{ ...view, state }} />
}
