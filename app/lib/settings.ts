import { useRouteLoaderData } from 'react-router'
import { createContext } from 'react'
import type { FeatureName } from '../../contract/features.ts'
import type { Settings } from './page-context.ts'

// Marks the inline scripts that we made ourselves while a page is rendered. The server allows those by their hash and
// takes the mark out again, so in a browser there is none.

export const NonceContext = createContext<string | undefined>(undefined)

// What an error page falls back to, where the root's loader did not run.
const NONE: Settings = {
  features: [],
  imageBase: '/uploads',
  publicUrl: '',
  keepsTickets: false,
  currency: 'GBP',
  takesPayments: false,
}

export const useSettings = (): Settings => useRouteLoaderData<Settings>('root') ?? NONE

export const useFeature = (name: FeatureName) => useSettings().features.includes(name)
