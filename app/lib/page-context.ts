// What the server hands to loaders, made for each request.
import { createContext } from 'react-router'
import type { Client } from '../../contract/client.ts'

export interface Settings {
  features: string[]
  /** Prefix of pictures that are not full addresses. */
  imageBase: string
  publicUrl: string
  /** Whether tickets are kept on the device, for when there is no network. */
  keepsTickets: boolean
  /** Of prices that are paid here. */
  currency: string
  /** Whether places can be paid for here: the feature is on, and PAYMENTS is not off. */
  takesPayments: boolean
}

export const apiContext = createContext<Client>()
export const settingsContext = createContext<Settings>()
