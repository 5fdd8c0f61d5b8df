import { useState } from 'react'
import { Switch } from '../../ui/switch.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { SettingsParts } from './settings-parts.ts'

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

const TEXTS: Record<Name, [label: string, description: string]> = {
  eventHistory: ['Event history', 'Keep the events you’ve been to in your account.'],
  emailVisibility: ['Email visibility', 'Let other members see your email address.'],
  essentialCookies: ['Essential cookies', 'Needed to keep you signed in and the site working. Always on.'],
  preferenceCookies: ['Preference cookies', 'Remember how you like things.'],
  analyticsCookies: ['Analytics cookies', 'Help us see which pages are used.'],
  marketingCookies: ['Marketing cookies', 'Make advertising more relevant to you.'],
}

export function LocalSettings({ security, yourData }: SettingsParts) {
  const [settings, setSettings] = useState(DEFAULTS)
  const toggle = (name: Name) => {
    const [label, description] = TEXTS[name]
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
          name: 'Your Data',
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
