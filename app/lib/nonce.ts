// Marks the inline scripts that we made ourselves while a page is rendered. The server allows those by their hash and
// takes the mark out again, so in a browser there is none.
import { createContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)
