import { useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { setSavedNotices } from './saved-toast.ts'
import style from './saved-events.module.css'
import * as words from './words.ts'

/** Off until somebody agrees. By email and by push at once; one by one on /notices. */
export function SavedNoticesSwitch() {
  const { loaded } = useCall('told of saved events', async (api) => {
    const { notices } = await api.notices.get()
    const saved = notices.find(({ notice }) => notice === 'saved')
    return Boolean(saved && (saved.mail || saved.push))
  })
  const [wish, setWish] = useState<boolean | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const change = async (isWanted: boolean) => {
    setWish(isWanted)
    setBusy(true)
    setProblem(null)
    try {
      await setSavedNotices(isWanted)
    } catch (error) {
      setWish(!isWanted)
      setProblem(failureSentence(error, NOT_SAVED))
    } finally {
      setBusy(false)
    }
  }

  // Its place is there before its answer, so that nothing below it moves.
  return (
    <div className={style.told}>
      <Switch
        label={words.tellMe}
        description={words.aboutTelling}
        checked={wish ?? (loaded.state === 'loaded' && loaded.value)}
        locked={isBusy || loaded.state !== 'loaded'}
        onChange={(checked) => void change(checked)}
      />
      <FormMessage problem={problem} />
      <Link to="/notices" className={style.more}>
        {words.allNotifications}
      </Link>
    </div>
  )
}
