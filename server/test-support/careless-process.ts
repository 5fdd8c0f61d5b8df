// A process in which everything goes wrong that can go wrong outside of a request; alive at the end, it says so.
import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { outliveErrors } from '../runtime/outlive-errors.ts'

let errors = 0
if (process.argv[2] !== 'unprotected') outliveErrors(pino({ level: 'silent' }), () => errors++)

const connection = new EventEmitter()
const FAULTS = [
  () => connection.emit('error', Object.assign(new Error('lost'), { code: 'ECONNRESET' })),
  () => void Promise.reject(new Error('nobody awaits this')),
  () => void Promise.reject(new TypeError('nor this')),
  () => (JSON.parse('x') as { tags: string[] }).tags,
]
for (const fault of FAULTS) setTimeout(fault)
setTimeout(() => {
  console.log(`alive after ${errors}`)
}, 50)
