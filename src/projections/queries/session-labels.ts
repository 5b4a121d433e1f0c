/** SQL: the tags of a row of `p_session`, as JSON, in the order in which they were given. */
export const TAGS = `(select json_group_array(tag order by place) from p_session_tag where p_session_tag.stream = p_session.stream)`

/** Returns the tags that `TAGS` selected. */
export const tagsIn = (json: string): readonly string[] => JSON.parse(json) as readonly string[]
