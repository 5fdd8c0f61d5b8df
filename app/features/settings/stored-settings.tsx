// The settings as the account has them: every switch is stored when it is moved.
import { SITE } from '../../../contract/site.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Settings } from '../../../contract/account.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NoticesPanel } from '../notices/slot.tsx'
import type { SettingsParts } from './settings-parts.ts'
import style from './settings.module.css'
import * as words from './words.tsx'

function Switches({ stored }: { stored: Settings }) {
  const [settings, setSettings] = useState(stored)
  const [problem, setProblem] = useState<string | null>(null)

  const move = async (name: keyof Settings, isOn: boolean) => {
    setSettings((before) => ({ ...before, [name]: isOn }))
    setProblem(null)
    try {
      const api = await loadApi()
      await api.account.setSettings({ body: { [name]: isOn } })
    } catch (error) {
      // Back to where it is on the server.
      setSettings((before) => ({ ...before, [name]: !isOn }))
      setProblem(failureSentence(error, NOT_SAVED))
    }
  }

  return (
    <>
      {(Object.keys(words.STORED_TEXTS) as (keyof Settings)[]).map((name) => (
        <Switch
          key={name}
          label={words.STORED_TEXTS[name][0]}
          description={words.STORED_TEXTS[name][1]}
          checked={settings[name]}
          onChange={(isOn) => void move(name, isOn)}
        />
      ))}
      <FormMessage problem={problem} />
    </>
  )
}

function Privacy() {
  const { loaded, reload } = useCall('settings', (api) => api.account.getSettings())
  if (loaded.state === 'loading') return <Spinner label={words.loadingSettings} />
  if (loaded.state === 'failed')
    return (
      <TryAgain onPress={reload}>
        <p>{words.settingsNotLoaded}</p>
      </TryAgain>
    )
  return <Switches stored={loaded.value} />
}

const Cookies = () => (
  <section className="stack gap-12" aria-labelledby="cookies-heading">
    <h2 id="cookies-heading">Cookies</h2>
    <Switch label={words.essentialCookies} description={words.aboutEssential} checked locked />
    <p className={style.quiet}>{words.nothingElse(SITE.name)}</p>
  </section>
)

/** What Account Details shows is not shown twice. */
export const StoredSettings = ({ security, yourData, webhooks }: SettingsParts) => (
  <Tabs
    label="Settings"
    tabs={[
      {
        name: 'Privacy',
        content: (
          <>
            <Privacy />
            <section className={style.notices} aria-labelledby="notices-heading">
              <h2 id="notices-heading">Notifications</h2>
              <NoticesPanel />
            </section>
          </>
        ),
      },
      {
        ...security,
        name: 'Security',
        content: (
          <>
            <p>{words.securityIsIn(<Link to="/account-details#security">{words.accountDetails}</Link>)}</p>
            {webhooks}
          </>
        ),
      },
      {
        ...yourData,
        name: words.yourData,
        content: (
          <div className="stack gap-16">
            <Cookies />
            <p>{words.dataIsIn(<Link to="/account-details#your-data">{words.accountDetails}</Link>)}</p>
          </div>
        ),
      },
    ]}
  />
)
