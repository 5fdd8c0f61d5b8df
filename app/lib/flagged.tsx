import { Suspense, type ComponentType } from 'react'
import type { FeatureName } from '../../contract/features.ts'
import { useFeature } from './settings.ts'

/** One component with two faces: what the specification shows while the feature is off, and the working one. */
export function flagged<Props extends object>(
  name: FeatureName,
  faces: { on: ComponentType<Props>; off: ComponentType<Props> },
): ComponentType<Props> {
  return function Flagged(props: Props) {
    const isOn = useFeature(name)
    const On = faces.on
    const Off = faces.off
    return isOn ? (
      <Suspense fallback={null}>
        <On {...props} />
      </Suspense>
    ) : (
      <Off {...props} />
    )
  }
}
