import { lazy, Suspense, type ComponentType } from 'react'

const NoCode = () => <p>The code could not be loaded.</p>

const QrCode = lazy<ComponentType<{ text: string; label: string }>>(() =>
  import('./qr-code.tsx').catch(() => ({ default: NoCode })),
)

/** A QR code whose drawing is loaded when it is first shown. */
export const LazyQrCode = (props: { text: string; label: string }) => (
  <Suspense fallback={null}>
    <QrCode {...props} />
  </Suspense>
)
