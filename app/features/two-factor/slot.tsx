import { lazy } from 'react'
import { flagged } from '../../lib/flagged.tsx'
import { LocalSwitch } from './local-switch.tsx'

/** The second step at sign-in, in the settings and in the account's details. */
export const TwoFactor = flagged('two-factor', {
  on: lazy(() => import('./two-factor.tsx')),
  off: LocalSwitch,
})
