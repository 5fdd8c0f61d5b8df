import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { Ticket } from '../../../contract/tickets.ts'
import { BOOKING_RETRY_MS, LOGIN_CALLBACK_MS } from '../../../contract/limits.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence, failureStatus, isUncertain, logFailure } from '../../lib/failure.ts'
import { arrived } from '../../lib/load-api.ts'
import { interruptible, resumedOn, takeResumed } from '../../session/interrupted.ts'
import { useLoginDialog, type QuickPerson } from '../../session/login-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

export type BookingState = 'idle' | 'booking' | 'booked'

const FAILED = 'Your booking could not be completed. Please try again.'
/** They already signed in again, so no dialog will resume the booking. */
const SIGNED_IN_AGAIN = 'You were logged out while booking. Please press BOOK again.'
/** For those who cannot see the success dialog: they have left the event, or it could not be loaded. */
export const BOOKED = 'Booking Successful! A confirmation email was sent to you.'

export const loadAttempt = () => arrived(import('./booking-attempt.ts'))

const isUnauthorized = (error: unknown) => failureStatus(error) === 401

interface InterruptedBooking {
  numberOfTickets: number
}

const bookingIn = (work: unknown) => (work as Partial<InterruptedBooking> | null)?.numberOfTickets

/** As many as were wanted when the session expired, or one. */
export const quantityToBegin = (pathname: string) => bookingIn(resumedOn(pathname)) ?? 1

/** Whether the person is still at this event: what was pending for a screen ends when they leave it. */
function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

interface Options {
  /** Shown above the login dialog: the event, and that its place is booked by signing in. */
  reason: () => ReactNode
  onBooked: () => void
  /** Of an event that is paid: in place of booking, and for members alone. */
  order?: ((count: number) => void) | false
  /** Of an unlisted event. */
  eventKey?: string
}

export function useBooking(eventId: number, numberOfTickets: number, { reason, onBooked, order, eventKey }: Options) {
  const [state, setState] = useState<BookingState>('idle')
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const login = useLoginDialog()
  const showToast = useToast()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const isBusy = useRef(false)
  const isHere = useIsHere()

  const book = useCallback(async () => {
    // The button is disabled a render later; a second click of the same moment ends here.
    if (isBusy.current || !isHere.current) return
    if (order) return order(numberOfTickets)
    isBusy.current = true
    setState('booking')
    setProblem(null)
    const interrupt = interruptible(pathname, { numberOfTickets } satisfies InterruptedBooking)
    try {
      const attempt = await loadAttempt()
      setTicket(await attempt.book(eventId, numberOfTickets, eventKey))
      setState('booked')
      if (isHere.current) onBooked()
      else showToast(BOOKED)
    } catch (error) {
      setState('idle')
      if (isUnauthorized(error) && !readStored('token')) {
        // An expired session is answered by the login dialog; back here, the booking goes on.
        interrupt()
      } else {
        logFailure('The booking failed', error)
        const sentence = isUnauthorized(error) ? SIGNED_IN_AGAIN : failureSentence(error, FAILED)
        setProblem(sentence)
        if (!isHere.current) showToast(sentence, { severity: 'error' })
      }
      // The server could not be asked: what the page shows is still the best we know.
      if (isUncertain(error)) return
    } finally {
      isBusy.current = false
    }
    // Seats were taken, by us or by somebody else: show what is left.
    if (isHere.current) await revalidate()
  }, [eventId, numberOfTickets, order, eventKey, pathname, revalidate, showToast, isHere, onBooked])

  const latest = useRef(book)
  useEffect(() => {
    latest.current = book
  }, [book])

  useEffect(() => {
    // The waiting list's work on this screen is not a booking.
    if (bookingIn(resumedOn(pathname)) === undefined) return
    const timer = setTimeout(() => {
      if (takeResumed(pathname)) void latest.current()
    }, BOOKING_RETRY_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  /** In the login dialog, with name and email. What it throws is shown there. */
  const quick = async (person: QuickPerson) => {
    const attempt = await loadAttempt()
    return attempt.bookQuickly(eventId, numberOfTickets, person, eventKey)
  }
  const showBooked = (booked: Ticket) => {
    setTicket(booked)
    setState('booked')
    onBooked()
    void revalidate()
  }

  // The token says at once whether somebody is signed in; the session is known only after the page has been taken over.
  const bookOrLogIn = () => {
    if (readStored('token')) return void book()
    const retry = () => void setTimeout(() => void latest.current(), BOOKING_RETRY_MS - LOGIN_CALLBACK_MS)
    const work = { numberOfTickets } satisfies InterruptedBooking
    login.open({
      mode: 'login',
      onSuccess: retry,
      reason: reason(),
      work,
      onBooked: showBooked,
      ...(!order && { quick }),
    })
  }

  return { state, ticket, problem, bookOrLogIn, close: () => setState('idle'), forgetProblem: () => setProblem(null) }
}
