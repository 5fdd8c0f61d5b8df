import { data, Link, useParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { SITE } from '../../contract/site.ts'
import style from '../features/tickets/own-ticket.module.css'
import { settingsContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { AccountUnavailable } from '../session/account-unavailable.tsx'
import { useLoginDialog } from '../session/login-dialog.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ChevronIcon } from '../ui/icons.tsx'
import { lazyScreen } from '../ui/lazy-screen.tsx'
import { Notice } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import NotFoundPage, { meta as notFoundMeta } from './not-found.tsx'

const OrderPage = lazyScreen(() => import('../features/paid-events/order-page.tsx'))

// The order is loaded in the browser, for the person who placed it.
export const handle: PageHandle = { variant: () => 'any order' }

export const loader = ({ context }: LoaderFunctionArgs) => {
  const isOn = context.get(settingsContext).features.includes('paid-events')
  return data({ isOn }, { status: isOn ? 200 : 404 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData?.isOn ? [{ title: `Your Order · ${SITE.name}` }, { name: 'robots', content: 'noindex' }] : notFoundMeta()

export default function OrderScreen({ loaderData: { isOn } }: { loaderData: { isOn: boolean } }) {
  const { orderId = '' } = useParams()
  const { status, user } = useSession()
  const login = useLoginDialog()
  if (!isOn) return <NotFoundPage />
  return (
    <Page narrow className={style.page}>
      <Link to="/my-bookings" className={style.back}>
        <ChevronIcon to="left" /> My Bookings
      </Link>
      {status === 'signed-out' ? (
        <Notice>
          <h1>Your order</h1>
          <p>Please log in to see your order</p>
          <Button onClick={() => login.open({ mode: 'login' })}>Login</Button>
        </Notice>
      ) : status === 'failed' ? (
        <AccountUnavailable />
      ) : status === 'signed-in' && user ? (
        <OrderPage key={`${user.id} ${orderId}`} orderId={orderId} />
      ) : (
        <Spinner label="Loading your order" />
      )}
    </Page>
  )
}
