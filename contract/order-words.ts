// The words of orders, which pages, the contract and the tables share. Imports nothing.

/** Ways to pay that an organiser can offer. */
export const PAY_BY = ['card', 'door', 'transfer'] as const
export type PayBy = (typeof PAY_BY)[number]

/**
 * open: its seats are held and it is to be paid by card; to-pay: it has a ticket, and is paid later; expired: nobody paid in
 * time; cancelled: the guest gave it up, or the event was called off; too-late: paid when its seats were gone, and refunded.
 */
export const ORDER_STATES = ['open', 'to-pay', 'paid', 'expired', 'cancelled', 'too-late'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/**
 * The first three are of money that a ticket was given for, the others of money that there was no ticket for. called-off: paid when
 * the event was cancelled or hidden already; twice: the order was paid already; wrong: another amount than was asked for.
 */
export const REFUND_CAUSES = [
  'given-back',
  'taken-back',
  'cancelled',
  'too-late',
  'called-off',
  'twice',
  'wrong',
] as const
export type RefundCause = (typeof REFUND_CAUSES)[number]

/** planned: it starts when undo is over; started: sent, and not answered yet; pending: the provider has it. */
export const REFUND_STATES = ['planned', 'started', 'pending', 'done', 'failed', 'cancelled'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Where an administrator has taken the money of a refund that failed: from the card provider after all, or from a bank. */
export const PAID_BACK_FROM = ['provider', 'bank'] as const
export type PaidBackFrom = (typeof PAID_BACK_FROM)[number]
