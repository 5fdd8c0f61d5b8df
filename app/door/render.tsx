import { createRoot } from 'react-dom/client'
import '../styles/base.css'
import { DoorApp } from './door-app.tsx'
import type { Door } from './door.ts'

export const renderDoor = (container: HTMLElement, door: Door) => createRoot(container).render(<DoorApp door={door} />)
