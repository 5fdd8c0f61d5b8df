import { pictureUrl } from '../lib/pictures.ts'
import { useSettings } from '../lib/settings.ts'
import style from './photo.module.css'

/** Somebody's small round photo beside their name; nothing where there is none. Says nothing that the name beside it does not. */
export function Photo({ path }: { path: string | undefined }) {
  const { imageBase } = useSettings()
  return path ? (
    <img className={style.photo} src={pictureUrl(imageBase, path)} alt="" width="36" height="36" loading="lazy" />
  ) : null
}
