import { HOUR } from '../../../contract/durations.ts'
import { removed } from '../../access/personal-data.ts'
import { addressChanges, dataExports } from '../../db/schema/account.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { accountDeletionMail, exportReadyMail } from './data-emails.ts'
import { addressChangeAskedMail, addressChangedMail, confirmAddressMail, confirmNewAddressMail } from './emails.ts'
import { eraseAccounts } from './erasure.ts'
import { exportData, removeExports } from './export.ts'
import { installDownloads } from './http.ts'
import { leaveEvents } from './leaving.ts'
import { accountRoutes } from './routes.ts'

export const account: Module = {
  routes: accountRoutes,
  http: installDownloads,
  mails: ({ publicUrl }, secrets) => {
    const sender = { publicUrl, secrets }
    return {
      'confirm-address': { render: confirmAddressMail(sender), priority: PRIORITY.urgent },
      'confirm-new-address': { render: confirmNewAddressMail(sender), priority: PRIORITY.urgent },
      'address-change-asked': { render: addressChangeAskedMail(sender), priority: PRIORITY.urgent },
      'address-changed': { render: addressChangedMail(sender), priority: PRIORITY.urgent },
      'account-deletion': { render: accountDeletionMail(publicUrl), priority: PRIORITY.soon },
      'export-ready': { render: exportReadyMail(publicUrl), priority: PRIORITY.normal },
    }
  },
  jobs: {
    'leave-events': { run: (deps, { payload }) => leaveEvents(deps, Number(payload.userId)) },
    'delete-accounts': { run: eraseAccounts },
    // One at a time: each reads everything that somebody has.
    'export-data': { run: exportData, slots: 1 },
    'remove-exports': { run: removeExports },
  },
  schedule: { 'delete-accounts': HOUR, 'remove-exports': HOUR },
  limits: {
    confirmAddress: { points: 5, seconds: PER.hour },
    confirmAddressInADay: { points: 10, seconds: PER.day },
    changeAddress: { points: 5, seconds: PER.day },
    // Each reads all that an account has, pictures too.
    export: { points: 3, seconds: PER.day },
  },
  tables: [
    removed(addressChanges, addressChanges.userId, addressChanges.id, { personal: ['email'] }),
    removed(dataExports, dataExports.userId, dataExports.id, { plain: ['state'], secret: ['key', 'idempotencyKey'] }),
  ],
}
