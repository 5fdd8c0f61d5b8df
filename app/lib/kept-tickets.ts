// Tickets that the service worker shows without a network (features/offline). They belong to one account, and so does
// permission to be told something on this device. Part of the first view, so that nothing has to be loaded to erase them.
/** What the names of such storages begin with; the account's id follows. */
export const KEPT_TICKETS = 'kept-tickets-'

export const keptTicketsOf = (userId: number) => KEPT_TICKETS + userId

/** Whether anything was there. */
async function erase(except: string | undefined) {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_TICKETS) && name !== except)
  await Promise.all(names.map((name) => caches.delete(name)))
  return names.length > 0
}

async function endPush() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** What was kept for anybody else goes; without an account, everything. */
export async function eraseKeptTickets(exceptUserId?: number) {
  // Pages over plain http, and some private windows, have no such storage: then there is nothing to erase.
  if (typeof caches === 'undefined') return
  try {
    const wasOthers = await erase(exceptUserId === undefined ? undefined : keptTicketsOf(exceptUserId))
    if (wasOthers || exceptUserId === undefined) await endPush()
  } catch (error) {
    console.info('What was kept on this device could not be erased', error)
  }
}
