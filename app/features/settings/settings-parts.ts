import type { ReactNode } from 'react'
import type { Tab } from '../../ui/tabs.tsx'

type Part = Omit<Tab, 'name'>

/** What other features show in the settings, whether these are stored or not. */
export interface SettingsParts {
  security: Part
  yourData: Part
  /** Of the security that Account Details doesn’t have. */
  webhooks: ReactNode
}
