// The page of the demo till (server/payments/demo.ts). It exists only where nobody pays with money.
import { demoCheckouts, demoRefunds } from '../../db/schema/demo-till.ts'
import type { Deps } from '../../deps.ts'
import type { Module } from '../../module.ts'
import { installDemoTill } from './http.ts'

/** PAYMENTS=demo with the feature on. */
const hasDemoTill = ({ config }: Pick<Deps, 'config'>) =>
  config.features.has('paid-events') && config.payments === 'demo'

export const demoTill: Module = {
  http: (app, deps, site) => (hasDemoTill(deps) ? installDemoTill(app, deps, site) : undefined),
  tables: [
    // Ids, sums and addresses of ours: nothing in them says who somebody is.
    { table: demoCheckouts, plain: ['id', 'paymentId', 'orderId', 'currency', 'returnUrl', 'state', 'chargeId'] },
    { table: demoRefunds, plain: ['refundId', 'orderId', 'chargeId', 'currency'] },
  ],
}
