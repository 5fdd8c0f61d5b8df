import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { facesOf } from './lib/lazy-face.ts'

const takeOver = () =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })

const { features } = document.body.dataset
if (features) void facesOf(features.split(' ')).then(takeOver)
else takeOver()
