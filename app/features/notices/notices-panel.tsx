// Which notices somebody gets, by email and by push. Each press is stored at once.
import { useState } from 'react'
import type { Notice, NoticeSettings } from '../../../contract/notices.ts'
import { useCall } from '../../data/use-call.ts'
import { classes } from '../../lib/classes.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { FollowedCreators } from '../creators/slot.tsx'
import { PushSwitch, type PushState } from '../offline/slot.tsx'
import style from './notices-panel.module.css'
import * as words from './words.ts'

type Setting = NoticeSettings['notices'][number]
type Way = 'mail' | 'push'

const WAYS: [Way, string][] = [
  ['mail', 'Email'],
  ['push', 'Push'],
]

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

interface RowProps {
  setting: Setting
  isElsewhere: boolean
  onSwitch: (notice: Notice, way: Way, isWanted: boolean) => void
}

function NoticeRow({ setting, isElsewhere, onSwitch }: RowProps) {
  const { notice, words: about, isAlwaysMailed } = setting
  return (
    <tr>
      <th scope="row" className={style.words}>
        {capitalised(about)}
        {isAlwaysMailed && <span className={style.always}>{words.alwaysEmailed}</span>}
      </th>
      {WAYS.map(([way, label]) => (
        <td key={way} className={style.way}>
          <label className={style.press}>
            <span className="visually-hidden">
              {label}: {about}
            </span>
            <input
              type="checkbox"
              className={classes(style.box, way === 'push' && isElsewhere && style.elsewhere)}
              checked={setting[way]}
              disabled={way === 'mail' && isAlwaysMailed}
              onChange={(event) => onSwitch(notice, way, event.target.checked)}
            />
          </label>
        </td>
      ))}
    </tr>
  )
}

interface TableProps {
  known: Setting[]
  /** Nothing reaches this device: what is ticked is for others. */
  isPushBlocked?: boolean
}

export function NoticesTable({ known, isPushBlocked = false }: TableProps) {
  const [settings, setSettings] = useState(known)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const show = (notice: Notice, way: Way, isWanted: boolean) =>
    setSettings((before) => before.map((one) => (one.notice === notice ? { ...one, [way]: isWanted } : one)))

  const change = async (notice: Notice, way: Way, isWanted: boolean) => {
    show(notice, way, isWanted)
    setOutcome({})
    try {
      await (await loadApi()).notices.set({ body: { notices: [{ notice, [way]: isWanted }] } })
      setOutcome({ success: 'Saved.' })
    } catch (error) {
      show(notice, way, !isWanted)
      setOutcome({ problem: failureSentence(error, NOT_SAVED) })
    }
  }

  return (
    <div>
      <table className={style.table}>
        <caption className="visually-hidden">{words.whichNotifications}</caption>
        <thead>
          <tr>
            <td />
            {WAYS.map(([way, label]) => (
              <th key={way} scope="col" className={style.way}>
                {label}
                {way === 'push' && isPushBlocked && <span className={style.always}>{words.otherDevices}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {settings.map((setting) => (
            <NoticeRow
              key={setting.notice}
              setting={setting}
              isElsewhere={isPushBlocked}
              onSwitch={(notice, way, isWanted) => void change(notice, way, isWanted)}
            />
          ))}
        </tbody>
      </table>
      <FormMessage {...outcome} />
    </div>
  )
}

/** For members. It has no heading, because it is shown on /notices and in a tab. */
export default function NoticesPanel() {
  const [push, setPush] = useState<PushState>('unsupported')
  const { loaded, reload } = useCall('notices', (api) => api.notices.get())
  if (loaded.state === 'loading') return <Spinner label={words.loadingNotices} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.noticesNotLoaded}</p>
      </TryAgain>
    )
  return (
    <div className={style.parts}>
      <p className="quiet">{words.aboutNotices}</p>
      <PushSwitch onState={setPush} />
      <NoticesTable known={loaded.value.notices} isPushBlocked={push !== 'on'} />
      <FollowedCreators />
    </div>
  )
}
