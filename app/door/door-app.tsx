import { useState, type ReactNode } from 'react'
import { CodeForm, Find } from './code-form.tsx'
import { Conflicts } from './conflicts.tsx'
import type { Door } from './door.ts'
import type { DoorView } from './door-view.ts'
import { Recent } from './recent.tsx'
import { Scanner } from './scanner.tsx'
import { Standby } from './standby.tsx'
import { StatusBar } from './status-bar.tsx'
import { readDoorTheme, setDoorTheme } from './theme.ts'
import { useDoorView, useRounds, useSignals, useWakeLock, useWarningBeforeClosing, useWedge } from './use-door.ts'
import { VerdictCard } from './verdict-card.tsx'
import { WalkIn, walkInSeats } from './walk-in.tsx'
import style from './door-app.module.css'
import tools from './tools.module.css'
import * as words from './words.ts'

const Sentence = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <main className={style.sentence}>
    <h1>{heading}</h1>
    <p>{children}</p>
  </main>
)

function ThemeButton() {
  const [theme, setTheme] = useState(readDoorTheme)
  const other = theme === 'dark' ? 'light' : 'dark'
  const change = () => {
    setDoorTheme(other)
    setTheme(other)
  }
  return (
    <button type="button" className={tools.small} onClick={change}>
      {words.useScreen(other)}
    </button>
  )
}

function Open({ door, view }: { door: Door; view: DoorView & { state: NonNullable<DoorView['state']> } }) {
  const { state, shown } = view
  const { timeZone } = state.event
  return (
    <div className={style.door}>
      <StatusBar view={view} />
      <main className={style.main}>
        <div className={style.stage}>
          {/* Its buttons lie under the verdict. */}
          <div inert={shown !== null}>
            <Scanner door={door} />
          </div>
          {shown && <VerdictCard door={door} shown={shown} timeZone={timeZone} />}
        </div>
        <div className={style.tools}>
          <Conflicts conflicts={state.conflicts} timeZone={timeZone} />
          {state.door.mayAdd ? <Find door={door} /> : <CodeForm door={door} />}
          {state.door.mayAdd && <Standby door={door} view={view} />}
          {state.door.mayAdd && <WalkIn door={door} seatsLeft={walkInSeats(view, door.time())} event={state.event} />}
          <details>
            <summary>{words.letInHere}</summary>
            <Recent door={door} view={view} />
          </details>
          <details>
            <summary>{words.allDoors}</summary>
            <ul role="list">
              {state.doors.map(({ id, name, admitted }) => (
                <li key={id}>
                  {name}: {admitted}
                </li>
              ))}
            </ul>
          </details>
          <ThemeButton />
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
  if (phase === 'erased') return <Sentence heading={words.doorIsClosed}>{words.linkHasEnded}</Sentence>
  if (phase === 'no-link') return <Sentence heading={words.theDoor}>{words.openTheLink}</Sentence>
  if (!state) return <Sentence heading={words.loadingList}>{words.needsNetworkOnce}</Sentence>
  return <Open door={door} view={{ ...view, state }} />
}
