import { useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../../../contract/errors.ts'
import { BOOKING_RETRY_MS, LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { useLoginDialog } from '../../session/login-dialog.tsx'
import { useSession } from '../../session/session.tsx'
import { newBookingKey } from './booking-key.ts'
import { carryOut, isUncertain, type Press } from './press.ts'

export type BookingState = 'idle' | 'booking' | 'booked'

const FAILED = 'Your booking could not be completed. Please try again.'

const sentenceFor = (error: unknown) => (error instanceof ApiError && error.message ? error.message : FAILED)

export function useBooking(eventId: number, numberOfTickets: number) {
  const [state, setState] = useState<BookingState>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const { status } = useSession()
  const login = useLoginDialog()
  const { revalidate } = useRevalidator()
  // A press whose outcome is unknown: pressing again asks for the same booking, not for another one.
  const uncertain = useRef<Press | null>(null)
  const isBusy = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const book = useCallback(async () => {
    // The button is disabled a render later; a second click of the same moment ends here.
    if (isBusy.current) return
    isBusy.current = true
    setState('booking')
    setProblem(null)
    const isSame = uncertain.current?.numberOfTickets === numberOfTickets
    const press = (isSame && uncertain.current) || { eventId, numberOfTickets, key: newBookingKey() }
    uncertain.current = press
    try {
      await carryOut(press)
      uncertain.current = null
      setState('booked')
    } catch (error) {
      if (!isUncertain(error)) uncertain.current = null
      setState('idle')
      // An expired session is answered by the login dialog, which says it better.
      if (!(error instanceof ApiError && error.status === 401)) setProblem(sentenceFor(error))
    }
    isBusy.current = false
    // Seats were taken, by us or by somebody else: show what is left.
    await revalidate()
  }, [eventId, numberOfTickets, revalidate])

  const latest = useRef(book)
  useEffect(() => {
    latest.current = book
  }, [book])

  const press = () => {
    if (status !== 'signed-out') return void book()
    const retry = () => {
      timer.current = setTimeout(() => void latest.current(), BOOKING_RETRY_MS - LOGIN_CALLBACK_MS)
    }
    login.open({ mode: 'login', onSuccess: retry })
  }

  return { state, problem, press, close: () => setState('idle'), forgetProblem: () => setProblem(null) }
}
