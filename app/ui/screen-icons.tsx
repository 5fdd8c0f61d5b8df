// Icons that no first view shows, so that it need not carry them.
import { Icon } from './icons.tsx'

export const EyeIcon = ({ isCrossed }: { isCrossed: boolean }) => (
  <Icon size={22}>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
    {isCrossed && <path d="M4 4l16 16" />}
  </Icon>
)
export const TicketIcon = () => (
  <Icon size={22}>
    <path d="M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3V7zM14 7v10" />
  </Icon>
)
export const GearIcon = () => (
  <Icon size={22}>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.1 2.1m8.6 8.6l2.1 2.1m0-12.8l-2.1 2.1m-8.6 8.6l-2.1 2.1" />
  </Icon>
)
export const SunIcon = () => (
  <Icon size={22}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6l1.4 1.4m0-13.4l-1.4 1.4M6.7 17.3l-1.4 1.4" />
  </Icon>
)
export const MoonIcon = () => (
  <Icon size={22}>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
  </Icon>
)
export const SystemIcon = () => (
  <Icon size={22}>
    <rect x="3.5" y="4.5" width="17" height="12" rx="2" />
    <path d="M9 20h6m-3-3.5V20" />
  </Icon>
)
export const UploadIcon = () => (
  <Icon>
    <path d="M12 16V4m0 0L7.5 8.5M12 4l4.5 4.5M4 16v2.5A1.5 1.5 0 0 0 5.5 20h13a1.5 1.5 0 0 0 1.5-1.5V16" />
  </Icon>
)
export const ShuffleIcon = () => (
  <Icon size={20}>
    <path d="M3 7h3.5c4.5 0 6.5 10 11 10H21m0 0l-3-3m3 3l-3 3M3 17h3.5c1.6 0 2.9-1.3 4-3M13.5 10c1.1-1.7 2.4-3 4-3H21m0 0l-3-3m3 3l-3 3" />
  </Icon>
)
export const CopyIcon = () => (
  <Icon size={20}>
    <path d="M9 9V5.5A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.5v8a1.5 1.5 0 0 1-1.5 1.5H15M5.5 9h8A1.5 1.5 0 0 1 15 10.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 18.5v-8A1.5 1.5 0 0 1 5.5 9z" />
  </Icon>
)
