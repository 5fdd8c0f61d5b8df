import { flagged } from '../../lib/flagged.tsx'
import { AddressFields } from './address-fields.tsx'
import { AddressSoon } from './soon.tsx'

/** The member's postal address among the fields of the account's details. */
export const AddressSection = flagged('address', { on: AddressFields, off: () => null })

/** Below them, while it cannot be changed. */
export const AddressBelow = flagged('address', { on: () => null, off: AddressSoon })
