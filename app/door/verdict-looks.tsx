// Each verdict has its own word, shape and colour, so that no single sense is needed to tell them apart.
import type { VerdictKind } from './verdict.ts'

const Stroke = ({ d }: { d: string }) => (
  <path d={d} fill="none" stroke="currentColor" strokeWidth="9" strokeLinecap="round" strokeLinejoin="round" />
)

const Outline = ({ d }: { d: string }) => <path d={d} fill="none" stroke="currentColor" strokeWidth="6" />

const CIRCLE = 'M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88z'
const SQUARE = 'M10 10h80v80h-80z'
const TRIANGLE = 'M50 8l46 84h-92z'
const DIAMOND = 'M50 4l46 46l-46 46l-46-46z'
const OCTAGON = 'M31 6h38l25 25v38l-25 25h-38l-25-25v-38z'

const SHAPES: Record<VerdictKind, [outline: string, stroke: string]> = {
  in: [CIRCLE, 'M30 52l15 15l27-32'],
  choose: [CIRCLE, 'M50 32v36M32 50h36'],
  // Two coins, of no currency.
  'to-pay': [CIRCLE, 'M42 36a14 14 0 1 0 0 28a14 14 0 1 0 0-28M60 37a14 14 0 0 1 0 26'],
  unverified: [
    'M50 6a44 44 0 0 1 38 22M94 50a44 44 0 0 1-22 38M50 94a44 44 0 0 1-38-22M6 50a44 44 0 0 1 22-38',
    'M30 52l15 15l27-32',
  ],
  'already-in': [OCTAGON, 'M36 36v28M50 36v28M64 36v28'],
  'other-event': [SQUARE, 'M32 50h36M54 36l14 14l-14 14'],
  returned: [TRIANGLE, 'M66 66h-28M46 54l-10 12l10 12'],
  standby: [DIAMOND, 'M50 30v22l14 12'],
  cancelled: [TRIANGLE, 'M50 40v22M50 76v1'],
  'waiting-list': [DIAMOND, 'M38 32h24l-24 36h24z'],
  unknown: ['M6 6h88v88h-88z', 'M32 32l36 36M68 32l-36 36'],
}

export const VerdictShape = ({ kind, className }: { kind: VerdictKind; className?: string }) => (
  <svg viewBox="0 0 100 100" aria-hidden="true" className={className}>
    <Outline d={SHAPES[kind][0]} />
    <Stroke d={SHAPES[kind][1]} />
  </svg>
)
