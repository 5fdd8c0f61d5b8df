import { Suspense, type ComponentType } from 'react'
import type { FeatureName } from '../../contract/features.ts'
import { useFeature } from './settings.ts'

/**
 * One component with two faces: what the specification shows while the feature is off, and the working one. A feature
 * that is not built cannot be switched on, so until then it has only the first.
 */
export function flagged<Props extends object>(
  name: FeatureName,
  { on: On, off: Off }: { on?: ComponentType<Props>; off: ComponentType<Props> },
): ComponentType<Props> {
  return function Flagged(props: Props) {
    const isOn = useFeature(name)
    return On && isOn ? (
      <Suspense fallback={null}>
        <On {...props} />
      </Suspense>
    ) : (
      <Off {...props} />
    )
  }
}
