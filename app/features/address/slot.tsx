import { flagged } from '../../lib/flagged.tsx'
import { AddressSoon } from './soon.tsx'

/** The member's postal address, in the account's details. */
export const AddressSection = flagged('address', { off: AddressSoon })
