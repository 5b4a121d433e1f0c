import type { SoundName } from './choice.js'

interface Note {
  /** Hertz. */
  readonly pitch: number
  /** Seconds after the start of the sound. */
  readonly at: number
  readonly length: number
}

const SOUNDS: Readonly<Record<SoundName, readonly Note[]>> = {
  chime: [
    { pitch: 659.3, at: 0, length: 0.9 },
    { pitch: 987.8, at: 0.14, length: 1.1 },
  ],
  ping: [{ pitch: 1318.5, at: 0, length: 0.5 }],
  knock: [
    { pitch: 196, at: 0, length: 0.14 },
    { pitch: 196, at: 0.18, length: 0.14 },
  ],
}
const VOLUME = 0.12

let audio: AudioContext | undefined

/** Plays a sound. Browsers allow it after the first click on the page. */
export async function playSound(name: SoundName): Promise<void> {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await audio.resume()
  const start = audio.currentTime
  for (const { pitch, at, length } of SOUNDS[name]) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = pitch
    // A ramp at both ends, because a sudden start or stop clicks.
    volume.gain.setValueAtTime(0, start + at)
    volume.gain.linearRampToValueAtTime(VOLUME, start + at + 0.01)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + at + length)
    tone.connect(volume).connect(audio.destination)
    tone.start(start + at)
    tone.stop(start + at + length)
  }
}
