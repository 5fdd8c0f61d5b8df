import { useState } from 'react'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { SettingsParts } from './settings-parts.ts'
import * as words from './words.tsx'

/** In the base product these last only as long as the screen. */
const DEFAULTS = {
  eventHistory: true,
  emailVisibility: false,
  essentialCookies: true,
  preferenceCookies: false,
  analyticsCookies: false,
  marketingCookies: false,
}

type Name = keyof typeof DEFAULTS

export function LocalSettings({ security, yourData }: SettingsParts) {
  const [settings, setSettings] = useState(DEFAULTS)
  const toggle = (name: Name) => {
    const [label, description] = words.LOCAL_TEXTS[name]
    return (
      <Switch
        key={name}
        label={label}
        description={description}
        checked={settings[name]}
        locked={name === 'essentialCookies'}
        onChange={(checked) => setSettings((before) => ({ ...before, [name]: checked }))}
      />
    )
  }
  const privacy: Name[] = ['eventHistory', 'emailVisibility']
  const data: Name[] = ['essentialCookies', 'preferenceCookies', 'analyticsCookies', 'marketingCookies']
  return (
    <Tabs
      label="Settings"
      tabs={[
        { name: 'Privacy', content: privacy.map(toggle) },
        { ...security, name: 'Security' },
        {
          ...yourData,
          name: words.yourData,
          content: (
            <>
              {data.map(toggle)}
              {yourData.content}
            </>
          ),
        },
      ]}
    />
  )
}
