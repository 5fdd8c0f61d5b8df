import { useRef, useState } from 'react'
import { UPLOAD } from '../../../contract/limits.ts'
import type { Profile } from '../../../contract/users.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { UploadIcon } from '../../ui/screen-icons.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { fileProblem } from '../event-form/slot.tsx'
import { Face } from './face.tsx'
import style from './soon.module.css'

const { Part: CropDialog, preload } = lazyPart(() => import('./crop-dialog.tsx'))

export function PhotoChoice({ user }: { user: Profile }) {
  const { setUser } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const choose = (file: File | undefined) => {
    if (!file) return
    // The same file chosen again is a change again.
    if (input.current) input.current.value = ''
    const found = fileProblem(file, true)
    setProblem(found)
    setDone(null)
    if (!found) setChosen(file)
  }

  const remove = async () => {
    setBusy(true)
    setProblem(null)
    setDone(null)
    try {
      const api = await loadApi()
      setUser(await api.users.removePhoto())
      setDone('Your photo was removed.')
    } catch (error) {
      setProblem(failureSentence(error, 'Your photo could not be removed. Please try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div>
      <div className={style.photo}>
        <Face user={user} />
        <input
          ref={input}
          type="file"
          hidden
          accept={UPLOAD.types.join(',')}
          aria-label="Photo"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <Button look="outlined" onPointerEnter={preload} onFocus={preload} onClick={() => input.current?.click()}>
          <UploadIcon />
          Upload Photo
        </Button>
        {user.photo && (
          <Button look="text" disabled={isBusy} onClick={() => void remove()}>
            Remove Photo
          </Button>
        )}
      </div>
      <FormMessage problem={problem} success={done} />
      {chosen && (
        <CropDialog
          key={`${chosen.name} ${chosen.lastModified}`}
          file={chosen}
          onClose={() => setChosen(null)}
          onUnavailable={() => setChosen(null)}
          onSaved={(profile) => {
            setChosen(null)
            setUser(profile)
            setDone('Your photo was saved.')
          }}
        />
      )}
    </div>
  )
}
