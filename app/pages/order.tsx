import { data, useParams, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { SITE } from '../../contract/site.ts'
import { logInForOrder } from '../features/paid-events/words.tsx'
import { OwnPage } from '../features/tickets/own-page.tsx'
import { settingsContext } from '../lib/page-context.ts'
import type { PageHandle } from '../lib/page-handle.ts'
import { lazyScreen } from '../ui/lazy-screen.tsx'
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
  if (!isOn) return <NotFoundPage />
  return (
    <OwnPage what="order" login={logInForOrder}>
      {(userId) => <OrderPage key={`${userId} ${orderId}`} orderId={orderId} />}
    </OwnPage>
  )
}
