import encodeQR from 'qr'

// The standard asks for four modules of quiet around it.
const QUIET = 4

/** Loaded lazily: few people look at one. Drawn dark, for a light background. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </svg>
  )
}
