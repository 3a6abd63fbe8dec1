# SPDX-License-Identifier: Apache-2.0
# What a JSON document breaks of $schema[0], one line each: structure, types, members that are missing or too many, patterns. The
# subset of JSON Schema (2020-12) that is judged is `keywords`; another keyword is a line, too. With $rows true instead: the members
# of each object of its first branch, as rows of a table.
def keywords: ["$ref", "$schema", "$defs", "title", "description", "type", "properties", "required", "additionalProperties", "items",
    "pattern", "anyOf"];
def named: ltrimstr("#/$defs/") as $name | $schema[0]["$defs"][$name] // error("no \($name) in the schema");
def kind: if type == "number" and . == floor then "integer" else type end;

def broken($s; $path): . as $v
    | if $s["$ref"] then broken($s["$ref"] | named; $path)
      elif $s.anyOf then [$s.anyOf[] as $a | [$v | broken($a; $path)]] | if any(.[]; . == []) then empty else min_by(length)[] end
      else
        (($s | keys) - keywords | .[] | "\($path): \(.) of the schema is not judged"),
        ([$s.type] | flatten | if index($v | kind) then empty else "\($path): is \($v | kind), not \(join(" or "))" end),
        (if ($v | type) != "object" then empty
         else
           (($s.required // []) - ($v | keys) | .[] | "\($path).\(.): is missing"),
           ($v | keys[] as $key
              | if $s.properties[$key] then .[$key] | broken($s.properties[$key]; "\($path).\($key)")
                elif $s.additionalProperties == false then "\($path).\($key): is not in the schema" else empty end)
         end),
        (if ($v | type) == "array" then $v | to_entries[] | .key as $i | .value | broken($s.items; "\($path)[\($i)]") else empty end),
        (if ($v | type) == "string" and $s.pattern then $v | if test($s.pattern) then empty else "\($path): \(.) is not \($s.pattern)" end
         else empty end)
      end;

def whole: if .["$ref"] then .["$ref"] | named else . end;
def mark: [.type] | flatten | if index("integer") then " n" elif index("boolean") then " b" else "" end;
def member($key; $required): whole as $s
    | "`\($key)\(if $s.type == "array" then "[]" else "" end)`\(if $required | index($key) then "" else "?" end)"
        + (if $s.pattern then " x" else $s | mark end);
def rows($path; $note): whole as $s
    | if $s.type == "array" then $s.items | rows("\($path)[]"; $s.description // $note)
      elif $s.properties then
        ("| `\($path)` | " + ([$s.properties | to_entries[] | .key as $key | .value | member($key; $s.required)] | join(", "))
            + (if $s.type == ["object", "null"] then "; or null" else "" end) + (if $note then ": \($note)" else "" end) + " |"),
        ($s.properties | to_entries[] | .key as $key | .value | rows(if $path == "." then $key else "\($path).\($key)" end; .description))
      else empty end;

if $rows then $schema[0].anyOf[0] | rows("."; null) else broken($schema[0]; "document") end
