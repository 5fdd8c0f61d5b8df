import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { messages } from '../../../contract/messages.ts'
import { ROUNDING_KM, roundedPosition } from '../../lib/distance.ts'
import { failureSentence } from '../../lib/failure.ts'
import { readParts, searchAddress } from '../../lib/search-address.ts'
import { Button } from '../../ui/button.tsx'
import { PlaceIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './nearby.module.css'
import { findPosition } from './find-position.ts'

const RADIUS_KM = 50

/** The events around this device, the nearest first. */
export default function NearMe() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const { place: _, ...parts } = readParts(search)
  if (parts.near) return null

  const find = async () => {
    setIsAsking(true)
    try {
      const near = roundedPosition(await findPosition())
      const within = String(RADIUS_KM + ROUNDING_KM)
      void navigate(searchAddress({ ...parts, near, within, sort: 'nearest' }), { preventScrollReset: true })
    } catch (error) {
      toast(failureSentence(error, messages.locationRequestUnknown), { severity: 'error' })
    } finally {
      setIsAsking(false)
    }
  }
  return (
    // No part of the form around it: then a press that comes before the code is remembered (lib/early-presses.ts).
    <Button form="" look="outlined" className={style.button} disabled={isAsking} onClick={() => void find()}>
      <PlaceIcon /> {isAsking ? 'Finding you...' : 'Near me'}
    </Button>
  )
}
