/** Puts one question at a time: what is wanted meanwhile is asked once more when the answer is there. Needs no timer. */
export class Question {
  #asking = false
  #again = false

  async put(ask: () => Promise<void>): Promise<void> {
    if (this.#asking) {
      this.#again = true
      return
    }
    this.#asking = true
    await ask().finally(() => (this.#asking = false))
    if (!this.#again) return
    this.#again = false
    await this.put(ask)
  }
}
