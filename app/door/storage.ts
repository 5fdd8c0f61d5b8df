// What the door keeps on the device, in IndexedDB: the link with its list, and every scan until it is erased.
import type { DoorState, Guest } from '../../contract/door.ts'
import type { KeptScan } from './kept-scan.ts'

export interface KeptLink {
  token: string
  openedAt: number
  /** Absent until the first answer. */
  state?: Omit<DoorState, 'list'>
  /** How far the server's clock is ahead of this one, in milliseconds. */
  skew: number
  /** The server said 401: only scans may still be sent. */
  isEnded?: boolean
}

const request = <T>(asked: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error ?? new Error('the device does not answer'))
  })

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('the device is full'))
  })

export async function openStorage() {
  const opening = indexedDB.open('hooley-door', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('links', { keyPath: 'token' })
    // The whole list as first loaded; changes are stored beside it, because writing ten thousand takes a while.
    opening.result.createObjectStore('lists')
    opening.result.createObjectStore('changes', { autoIncrement: true })
    opening.result.createObjectStore('scans', { keyPath: 'id' })
  }
  const db = await request(opening)

  const write = (stores: string[], change: (transaction: IDBTransaction) => void) => {
    // On the disk before it counts as kept: a phone may go dark right after a scan.
    const transaction = db.transaction(stores, 'readwrite', { durability: 'strict' })
    change(transaction)
    return done(transaction)
  }
  const all = <T>(store: string) => request(db.transaction(store).objectStore(store).getAll() as IDBRequest<T[]>)

  return {
    links: () => all<KeptLink>('links'),
    /** Of the link that was opened last: the list, then what has changed since, in order. */
    lists: async () => [...(await all<Guest[]>('lists')), ...(await all<Guest[]>('changes'))],
    scans: () => all<KeptScan>('scans'),

    keepLink: (link: KeptLink) => write(['links'], (t) => t.objectStore('links').put(link)),
    keepList: (link: KeptLink, list: Guest[]) =>
      write(['links', 'lists', 'changes'], (t) => {
        t.objectStore('links').put(link)
        t.objectStore('lists').put(list, 'whole')
        t.objectStore('changes').clear()
      }),
    keepChange: (link: KeptLink, list: Guest[]) =>
      write(['links', 'changes'], (t) => {
        t.objectStore('links').put(link)
        if (list.length > 0) t.objectStore('changes').add(list)
      }),
    forgetList: () =>
      write(['lists', 'changes'], (t) => {
        t.objectStore('lists').clear()
        t.objectStore('changes').clear()
      }),
    keepScans: (scans: KeptScan[]) =>
      write(['scans'], (t) => scans.forEach((scan) => t.objectStore('scans').put(scan))),
    erase: (token: string, scans: KeptScan[]) =>
      write(['links', 'scans'], (t) => {
        t.objectStore('links').delete(token)
        for (const { id } of scans) t.objectStore('scans').delete(id)
      }),
  }
}

export type DoorStorage = Awaited<ReturnType<typeof openStorage>>
