import { onStoredElsewhere } from '../../lib/device-storage.ts'
import { devicePosition } from '../../lib/device-position.ts'
import { browserPermission, onPermissionChange, saveLocation } from './browser-location.ts'
import { createLocationKeeper, type LocationPorts } from './location-keeper.ts'
import { readRemembered, remember } from './remembered-location.ts'

type Outputs = Pick<LocationPorts, 'onChange' | 'onProblem' | 'onTown'>

export function startLocation(outputs: Outputs) {
  const keeper = createLocationKeeper({
    ...outputs,
    browserPermission,
    locate: devicePosition,
    save: saveLocation,
    read: readRemembered,
    remember,
  })
  const check = () => void keeper.check()
  check()
  // Another tab allowed, refused or cleared everything; or the permission was changed beside the address bar.
  const stopListening = onStoredElsewhere((key) => {
    if (key === 'locationPermission' || key === 'userCoordinates' || key === null) check()
  })
  const stopWatching = onPermissionChange(check)
  const stop = () => {
    stopListening()
    stopWatching()
  }
  return { keeper, stop }
}
