// A handful of line icons on a grid of 24, drawn for Hooley.
import type { ReactNode } from 'react'

export const Icon = ({ children, size = 24 }: { children: ReactNode; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </Icon>
)
export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  </Icon>
)
export const PlaceIcon = () => (
  <Icon size={22}>
    <path d="M12 21s-7-6.2-7-11.5a7 7 0 0 1 14 0C19 14.8 12 21 12 21z" />
    <circle cx="12" cy="9.5" r="2.5" />
  </Icon>
)
export const CameraIcon = () => (
  <Icon size={22}>
    <rect x="3" y="6.5" width="12.5" height="11" rx="2.5" />
    <path d="M15.5 11l5.5-3v8l-5.5-3z" />
  </Icon>
)
export const ShareIcon = () => (
  <Icon size={20}>
    <path d="M12 15V4m0 0L8 8m4-4l4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5" />
  </Icon>
)
export const HeartIcon = () => (
  <Icon size={20}>
    <path d="M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z" />
  </Icon>
)
export const EditIcon = () => (
  <Icon size={20}>
    <path d="M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19l-4 1z" />
  </Icon>
)
export const CalendarIcon = () => (
  <Icon size={22}>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2.5" />
    <path d="M4 10.5h16M8.5 3.5v4M15.5 3.5v4" />
  </Icon>
)
export const PlusIcon = () => (
  <Icon size={20}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)
export const MinusIcon = () => (
  <Icon size={20}>
    <path d="M5 12h14" />
  </Icon>
)
export const FilterIcon = () => (
  <Icon size={20}>
    <path d="M4 6.5h16M7 12h10M10 17.5h4" />
  </Icon>
)
export const SortIcon = () => (
  <Icon size={20}>
    <path d="M8 5v14m0 0l-3.5-3.5M8 19l3.5-3.5M16 19V5m0 0l-3.5 3.5M16 5l3.5 3.5" />
  </Icon>
)
export const PauseIcon = () => (
  <Icon size={18}>
    <path d="M9 6v12M15 6v12" />
  </Icon>
)
export const PlayIcon = () => (
  <Icon size={18}>
    <path d="M8 5.5l10 6.5-10 6.5z" />
  </Icon>
)
export const ChevronIcon = ({ to }: { to: 'left' | 'right' }) => (
  <Icon>
    <path d={to === 'left' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} />
  </Icon>
)
