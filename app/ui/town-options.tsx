import { useTowns } from '../data/use-towns.ts'

/** What an input with this `list` suggests. */
export const TownOptions = ({ id, typed }: { id: string; typed: string }) => (
  <datalist id={id}>
    {useTowns(typed).map(({ name, region, country }) => (
      <option key={name} value={name}>
        {[region, country].filter(Boolean).join(', ')}
      </option>
    ))}
  </datalist>
)
