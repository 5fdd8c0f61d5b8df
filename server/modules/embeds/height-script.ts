// /embed.js, which others put into pages of theirs: it gives each frame of ours the height of what is in it, and does
// nothing else. A message counts if it comes from the site that this script came from, and from a frame of this page. A frame
// that sent its height before this ran is asked again; the question holds nothing, so one that is not loaded yet may get it.
export const HEIGHT_SCRIPT = `(() => {
  const { origin } = new URL(document.currentScript.src)
  const frames = () => [...document.querySelectorAll('iframe')].filter((frame) => frame.src.startsWith(origin + '/embed/'))
  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || data?.hooley !== 'height' || !(data.height > 0 && data.height < 10000)) return
    const frame = frames().find(({ contentWindow }) => contentWindow === source)
    if (frame) frame.style.height = data.height + 'px'
  })
  for (const frame of frames()) frame.contentWindow?.postMessage({ hooley: 'height?' }, '*')
})()
`
