import { useRouteLoaderData } from 'react-router'
import type { FeatureName } from '../../contract/features.ts'
import type { Settings } from './page-context.ts'

// What an error page falls back to, where the root's loader did not run.
const NONE: Settings = { features: [], imageBase: '/uploads', publicUrl: '', keepsTickets: false }

export const useSettings = (): Settings => useRouteLoaderData<Settings>('root') ?? NONE

export const useFeature = (name: FeatureName) => useSettings().features.includes(name)
